// A small square in the color of a dimension or of a line in a chart. The text beside it names what it stands for.
import './swatch.css';

export function Swatch({ color }: { color: string }) {
  return <span className="swatch" style={{ background: color }} aria-hidden="true" />;
}
