// The wheel as a drawing: the pockets in their order, with the ball in the pocket that won.
import { WHEEL } from './calls.js';
import { drawing } from './dom.js';
import { colour } from './layout.js';

const STEP = 360 / WHEEL.length;
const SHADES = {
  'wheel-wood': [['0.78', '#5d3a20'], ['0.9', '#41270f'], ['1', '#1c0f06']],
  'wheel-groove': [['0.8', '#120a05'], ['0.95', '#2d1b0e'], ['1', '#3c2514']],
  'wheel-cone': [['0', '#8a5a33'], ['0.55', '#5a371d'], ['1', '#2b190c']],
};
const POCKETS = { outer: 84, inner: 58 };

/** A point at `degrees` clockwise from the top. */
function point(degrees, radius) {
  const angle = (degrees * Math.PI) / 180;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}

function wedge(index, outer, inner) {
  const [from, to] = [(index - 0.5) * STEP, (index + 0.5) * STEP];
  return `M${point(from, outer)}A${outer} ${outer} 0 0 1 ${point(to, outer)}L${point(to, inner)}A${inner} ${inner} 0 0 0 ${point(from, inner)}Z`;
}

/** The wood of the bowl, the cone and the shade over the pockets. */
function gradients() {
  const made = drawing('defs');
  for (const [id, stops] of Object.entries(SHADES)) {
    const gradient = drawing('radialGradient', { id, cx: '50%', cy: '42%', r: '58%' });
    for (const [offset, tone] of stops) gradient.append(drawing('stop', { offset, 'stop-color': tone }));
    made.append(gradient);
  }
  return made;
}

export class Wheel {
  constructor(svg) {
    this.svg = svg;
    svg.setAttribute('viewBox', '-104 -104 208 208');
    this.rotor = drawing('g', { class: 'rotor' });
    this.cells = WHEEL.map((number, index) => this.#pocket(number, index));
    this.ball = drawing('g', { class: 'ball' });
    this.ball.append(drawing('circle', { r: 4.4, cy: -(POCKETS.inner - 6) }));
    this.runner = drawing('g', { class: 'runner' });
    this.runner.append(drawing('circle', { r: 4.4, cy: -92 }));
    this.rotor.append(...this.cells, this.#bowl(), this.ball);
    svg.replaceChildren(
      gradients(),
      drawing('circle', { r: 103, class: 'wood' }),
      drawing('circle', { r: 96, class: 'groove' }),
      drawing('circle', { r: 86, class: 'brass' }),
      this.rotor,
      this.runner,
    );
    this.mark(null);
    this.run(false);
  }

  #pocket(number, index) {
    const cell = drawing('g', { class: `pocket ${colour(number)}` });
    cell.append(drawing('path', { d: wedge(index, POCKETS.outer, POCKETS.inner - 14) }));
    cell.append(drawing('path', { d: wedge(index, POCKETS.inner, POCKETS.inner - 14), class: 'seat' }));
    const [x, y] = point(index * STEP, 72).split(' ');
    cell.append(drawing('text', { x, y, transform: `rotate(${(index * STEP).toFixed(2)} ${x} ${y})` }, String(number)));
    return cell;
  }

  /** The cone in the middle with its cross. */
  #bowl() {
    const bowl = drawing('g', { class: 'bowl' });
    bowl.append(drawing('circle', { r: POCKETS.inner - 14, class: 'cone' }));
    for (const turn of [45, 135, 225, 315]) {
      const transform = `rotate(${turn})`;
      bowl.append(drawing('path', { d: 'M-2.2 0L-1.2 -23L1.2 -23L2.2 0Z', class: 'arm', transform }));
      bowl.append(drawing('circle', { r: 3.4, cy: -24, class: 'knob', transform }));
    }
    bowl.append(drawing('circle', { r: 9, class: 'hub' }), drawing('circle', { r: 4.4, class: 'cap' }));
    return bowl;
  }

  /** Puts the ball into this pocket and turns it to the top; `null` takes it away. */
  mark(pocket) {
    const index = WHEEL.indexOf(pocket);
    this.cells.forEach((cell, i) => cell.classList.toggle('winner', i === index));
    this.ball.toggleAttribute('hidden', index < 0);
    this.svg.classList.toggle('marked', index >= 0);
    if (index < 0) return;
    this.ball.setAttribute('transform', `rotate(${(index * STEP).toFixed(2)})`);
    this.rotor.style.transform = `rotate(${(-index * STEP).toFixed(2)}deg)`;
  }

  /** Whether the ball is seen running on the rim. */
  run(running) {
    this.svg.classList.toggle('running', running);
    this.runner.toggleAttribute('hidden', !running);
  }
}
