// Code in a sentence, which breaks at blanks. A browser would also break after each hyphen of `--acceptance`.
import { Fragment } from 'react';
import './inline-code.css';

export function InlineCode({ text }: { text: string }) {
  return (
    <code>
      {text.split(' ').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words never change their order.
        <Fragment key={index}>
          {index > 0 && ' '}
          <span className="code-word">{word}</span>
        </Fragment>
      ))}
    </code>
  );
}
