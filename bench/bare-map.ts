import Konva from 'konva/lib/Core.js';
import { Circle } from 'konva/lib/shapes/Circle.js';
import { Line } from 'konva/lib/shapes/Line.js';
import { Rect } from 'konva/lib/shapes/Rect.js';
import { Text } from 'konva/lib/shapes/Text.js';
import type { Drawing, DrawnShape } from '#domain/drawing.ts';

/** The lower bound of maps.ts: the drawing in a bare Konva stage; wheel and pointer change the stage directly. */
const side = 800;
const { drawing, size }: { drawing: Drawing; size: { width: number; height: number } } = JSON.parse(
  document.querySelector('#data')?.textContent ?? '{}',
);
const container = document.querySelector<HTMLDivElement>('[role=img]');
if (!container) throw new Error('no pane');
container.style.cssText = `width: ${size.width}px; height: ${size.height}px`;
const fit = Math.min(size.width, size.height) / side;
const stage = new Konva.Stage({ container, ...size, listening: false, scaleX: fit, scaleY: fit });

const makers = {
  Rect: (config: object) => new Rect(config),
  Circle: (config: object) => new Circle({ radius: 0, ...config }),
  Line: (config: object) => new Line(config),
  Text: (config: object) => new Text(config),
};
const nodeOf = (shape: DrawnShape) =>
  makers[shape.kind]({
    ...Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== null)),
    listening: false,
    perfectDrawEnabled: false,
  });
const layer = () => {
  const made = new Konva.Layer({ listening: false });
  stage.add(made);
  return made;
};
const [room, tables] = [layer(), layer(), layer()];
for (const part of drawing.floor) if (part.kind !== 'Group') room?.add(nodeOf(part));
for (const { x, y, rotation, shapes } of drawing.places) {
  const group = new Konva.Group({ x, y, rotation });
  group.add(...shapes.map(nodeOf));
  tables?.add(group);
}

container.addEventListener('wheel', (event) => {
  event.preventDefault();
  const scale = Math.min(fit * 5, Math.max(fit, stage.scaleX() * Math.exp(-event.deltaY * 0.01)));
  stage.scale({ x: scale, y: scale });
});
let from: number | null = null;
container.addEventListener('pointerdown', ({ clientX }) => {
  from = clientX;
});
container.addEventListener('pointermove', ({ clientX }) => {
  if (from === null) return;
  stage.x(stage.x() + clientX - from);
  from = clientX;
});
container.addEventListener('pointerup', () => {
  from = null;
});
