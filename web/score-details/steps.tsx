// The steps of a calculation: the expression, the expression with its numbers, and the value.
import type { Step } from '../../src/contract/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { numberText } from '../format/numbers.ts';
import './steps.css';

export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="steps">
      {steps.map((step) => {
        const filled = withNumbers(step);
        const result = numberText(step.value);
        return (
          <li key={step.name}>
            <span className="step-name">
              <SafeText text={step.name} />
            </span>
            <span className="step-lines">
              <span>= {step.expression}</span>
              {filled !== result && filled !== step.expression && <span className="filled">= {filled}</span>}
            </span>
            <span className="step-value">
              <span aria-hidden="true">= </span>
              {result}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function withNumbers({ expression, inputs }: Step): string {
  return expression.replace(/[A-Za-z_]\w*/g, (word) => {
    const input = Object.hasOwn(inputs, word) ? inputs[word] : undefined;
    if (input === undefined) return word;
    return typeof input === 'number' ? numberText(input) : String(input);
  });
}
