// Where the ball left the rim, as a drawing: the rim seen from above, and a curve that lies the farther out the more often the ball left it
// there. Every ball is spread as far as its place is uncertain, so the curve shows no more than is known.
import { drawing, element } from './dom.js';
import { say } from './words.js';

const INNER = 30;
const OUTER = 88;

/** A point at `degrees` clockwise from the top. */
function point(degrees, radius) {
  const angle = (degrees * Math.PI) / 180;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}

/** The curve of these parts; a part that is as full as the mean lies half-way out, unless another is more than twice as full. */
function curve(parts) {
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  const most = Math.max(2 * mean, ...parts, 1);
  const radius = (part) => INNER + ((OUTER - INNER) * part) / most;
  const path = parts.map((part, index) => point(((index + 0.5) * 360) / parts.length, radius(part)));
  return { path: `M${path.join('L')}Z`, even: radius(mean) };
}

/** The drawing and what it shows in words. */
export function dropZone(zone) {
  if (!zone || zone.spins === 0) return [element('p', 'quiet', say(zone ? 'service.no-drop-zone' : 'service.unread'))];
  const words = verdict(zone);
  const picture = drawing('svg', { class: 'rim', viewBox: '-112 -112 224 224', role: 'img', 'aria-label': words });
  const { path, even } = curve(zone.milliballs);
  picture.append(drawing('circle', { class: 'edge', r: OUTER + 3 }), drawing('path', { class: 'share-of', d: path }), drawing('circle', { class: 'even', r: even.toFixed(2) }));
  for (const degrees of [0, 90, 180, 270]) {
    const [x, y] = point(degrees, OUTER + 13).split(' ');
    picture.append(drawing('text', { class: 'degrees', x, y }, `${degrees}°`));
  }
  if (zone.tilt?.is_told) picture.append(drawing('path', { class: 'towards tilted', d: 'M0 -27L5 -17L1.500 -17L1.500 17L-1.500 17L-1.500 -17L-5 -17Z', transform: `rotate(${zone.tilt.highest_at_degrees})` }));
  return [picture, element('p', zone.tilted ? 'tilted' : '', words), ...more(zone).map((line) => element('p', 'quiet', line))];
}

const hundredths = (value) => (value / 100).toFixed(2);
const thousandths = (value) => (value / 1000).toFixed(3);

function verdict({ tilted, tilt }) {
  if (tilt?.is_told) return say('service.tilted', { tilt: hundredths(tilt.centidegrees), error: hundredths(tilt.error_centidegrees), degrees: tilt.highest_at_degrees });
  if (tilted === null) return say('service.too-few');
  return say(tilted ? 'service.uneven' : 'service.level');
}

function more(zone) {
  const speed = { speed: thousandths(zone.leaving_milliturns), scatter: thousandths(zone.scatter_milliturns) };
  return [say('service.drop-zone-of', { count: zone.spins, within: zone.within_degrees }), say('service.leaving', speed)];
}
