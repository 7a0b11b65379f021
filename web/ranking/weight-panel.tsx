// Sliders for the weights, and the lines of hydra.toml that set them.
import { DIMENSION_IDS, type DimensionId, type Weights } from '../../src/contract/index.ts';
import { DIMENSIONS } from '../../src/scoring/index.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Swatch } from '../components/swatch.tsx';
import { DIMENSION_COLORS } from '../format/dimension-colors.ts';
import { tomlLines } from './weights.ts';
import './weight-panel.css';

interface WeightPanelProps {
  own: Weights;
  weights: Weights;
  applying: readonly DimensionId[];
  isWhatIf: boolean;
  onChange: (weights: Weights) => void;
}

export function WeightPanel({ own, weights, applying, isWhatIf, onChange }: WeightPanelProps) {
  const lines = tomlLines(weights);
  const others = DIMENSION_IDS.filter((id) => !applying.includes(id));
  return (
    <section className="weights" aria-labelledby="weights-title">
      <h2 id="weights-title">What if?</h2>
      <p className="muted">
        Change the weights to see how the ranking changes. The browser computes it with Hydra's scoring code; nothing is saved.
      </p>
      {applying.map((id) => (
        <label key={id} className="slider">
          <span className="slider-name">
            <Swatch color={DIMENSION_COLORS[id]} />
            {DIMENSIONS[id].title}
          </span>
          <input
            type="range"
            min={0}
            max={Math.max(100, own[id])}
            step={1}
            value={weights[id]}
            onChange={({ target }) => onChange({ ...weights, [id]: Number(target.value) })}
          />
          <output className={weights[id] === own[id] ? 'number' : 'number changed'}>{weights[id]}</output>
        </label>
      ))}
      {others.length > 0 && (
        <p className="muted small">
          Not measured in this run: {others.map((id) => DIMENSIONS[id].title.toLowerCase()).join(', ')}.
        </p>
      )}
      <pre className="toml code-block">{lines}</pre>
      <p className="weight-actions">
        <CopyButton text={lines} what="for hydra.toml" />
        <button type="button" className="quiet" disabled={!isWhatIf} onClick={() => onChange(own)}>
          Reset weights
        </button>
      </p>
    </section>
  );
}
