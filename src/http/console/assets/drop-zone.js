// Where the ball left the rim, as a drawing: the rim seen from above in parts, each the farther out the more often the ball left it there.
import { drawing, element } from './dom.js';
import { say } from './words.js';

const INNER = 34;
const OUTER = 88;
/** A part is drawn a little narrower than it is, so that two are told apart. */
const GAP_DEGREES = 1.5;

/** A point at `degrees` clockwise from the top. */
function point(degrees, radius) {
  const angle = (degrees * Math.PI) / 180;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}

/** The part from `from` to `to` degrees, between two radii. */
function part(from, to, outer) {
  return `M${point(from, outer)}A${outer} ${outer} 0 0 1 ${point(to, outer)}L${point(to, INNER)}A${INNER} ${INNER} 0 0 0 ${point(from, INNER)}Z`;
}

/** The drawing and what it shows in words. */
export function dropZone(zone) {
  if (!zone || zone.spins === 0) return [element('p', 'quiet', say(zone ? 'service.no-drop-zone' : 'service.unread'))];
  const words = verdict(zone);
  const picture = drawing('svg', { class: 'rim', viewBox: '-112 -112 224 224', role: 'img', 'aria-label': words });
  picture.append(drawing('circle', { class: 'edge', r: OUTER + 3 }));
  const most = Math.max(...zone.sectors);
  const wide = 360 / zone.sectors.length;
  zone.sectors.forEach((count, index) => {
    const [from, to] = [index * wide + GAP_DEGREES, (index + 1) * wide - GAP_DEGREES];
    picture.append(drawing('path', { class: 'whole', d: part(from, to, OUTER) }));
    if (count > 0) picture.append(drawing('path', { class: 'share-of', d: part(from, to, INNER + ((OUTER - INNER) * count) / most) }));
    const [x, y] = point((from + to) / 2, (INNER + OUTER) / 2).split(' ');
    picture.append(drawing('text', { x, y }, String(count)));
  });
  for (const degrees of [0, 90, 180, 270]) {
    const [x, y] = point(degrees, OUTER + 13).split(' ');
    picture.append(drawing('text', { class: 'degrees', x, y }, `${degrees}°`));
  }
  if (zone.mostly_at_degrees !== null) picture.append(drawing('path', { class: zone.tilted ? 'towards tilted' : 'towards', d: 'M0 -30L5 -20L1.500 -20L1.500 20L-1.500 20L-1.500 -20L-5 -20Z', transform: `rotate(${zone.mostly_at_degrees})` }));
  const said = element('p', zone.tilted ? 'tilted' : '', words);
  return [picture, said, element('p', 'quiet', say('service.drop-zone-of', { count: zone.spins }))];
}

function verdict({ tilted, mostly_at_degrees: degrees }) {
  if (tilted === null) return say('service.too-few');
  return tilted ? say('service.tilted', { degrees }) : say('service.level');
}
