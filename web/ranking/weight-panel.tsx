// Sliders for the weights, and the lines of hydra.toml that set them.
import { isFailedAttempt, type Ranking, type ScoreId, type Verdict, type Weights } from '../../src/contract/index.ts';
import type { Dimension } from '../../src/scoring/index.ts';
import { endingWords, placeText } from '../../src/text/index.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Swatch } from '../components/swatch.tsx';
import { dimensionColor } from '../format/dimension-colors.ts';
import { scoreText } from '../format/numbers.ts';
import { tomlLines } from './weights.ts';
import './weight-panel.css';

interface WeightPanelProps {
  /** The dimensions and metrics of the run. */
  dimensions: readonly Dimension[];
  own: Weights;
  weights: Weights;
  applying: readonly ScoreId[];
  isWhatIf: boolean;
  /** In display order, with these weights. */
  rankings: readonly Ranking[];
  verdict: Verdict;
  onChange: (weights: Weights) => void;
}

export function WeightPanel({ dimensions, own, weights, applying, isWhatIf, rankings, verdict, onChange }: WeightPanelProps) {
  const lines = tomlLines(weights);
  const weightSum = applying.reduce((sum, id) => sum + (weights[id] ?? 0), 0);
  const shown = dimensions.filter(({ id }) => applying.includes(id));
  const others = dimensions.filter(({ id }) => !applying.includes(id));
  return (
    <details className="weights" open={isWhatIf || undefined}>
      <summary>
        <h2>What if?</h2> other weights
      </summary>
      <p className="muted">
        Change the weights to see how the ranking changes. The browser computes it with Hydra's scoring code; nothing is saved.
      </p>
      {weightSum === 0 && <p className="note">Every weight is 0, so no candidate has a score. Raise one of them.</p>}
      {shown.map(({ id, title }) => (
        <label key={id} className="slider">
          <span className="slider-name">
            <Swatch color={dimensionColor(id, dimensions)} />
            {title}
          </span>
          <input
            type="range"
            min={0}
            max={Math.max(100, own[id] ?? 0)}
            step={1}
            value={weights[id]}
            onChange={({ target }) => onChange({ ...weights, [id]: Number(target.value) })}
          />
          <output className={weights[id] === own[id] ? 'number' : 'number changed'}>{weights[id]}</output>
        </label>
      ))}
      {others.length > 0 && (
        <p className="muted small">Not scored in this run: {others.map(({ title }) => title.toLowerCase()).join(', ')}.</p>
      )}
      {isWhatIf && weightSum > 0 && (
        <p className="what-if-ranking">
          With these weights:{' '}
          {rankings.map((ranking, index) => (
            <span key={ranking.agent} className={ranking.mergeable ? '' : 'muted'}>
              {index > 0 && ' · '}
              {placeText(ranking, verdict).replace('-', '–')} <SafeText text={ranking.agent} /> {scoreText(ranking.total)}
              {ranking.ending !== undefined && isFailedAttempt(ranking.ending) && ` (${endingWords(ranking.ending)})`}
            </span>
          ))}
        </p>
      )}
      <pre className="toml code-block">{lines}</pre>
      <p className="weight-actions">
        <CopyButton text={lines} what="for hydra.toml" />
        <button type="button" className="quiet" disabled={!isWhatIf} onClick={() => onChange(own)}>
          Reset weights
        </button>
      </p>
    </details>
  );
}
