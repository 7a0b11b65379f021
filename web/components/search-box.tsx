// The search of a long text. Enter goes to the next match, Shift+Enter to the previous one.

import './search-box.css';

interface SearchBoxProps {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  /** For example "3 of 17". */
  status: string;
  onStep: (step: 1 | -1) => void;
  isDisabled: boolean;
}

export function SearchBox({ label, query, onQuery, status, onStep, isDisabled }: SearchBoxProps) {
  return (
    <search className="search-box">
      <span className="search-status number" role="status">
        {status}
      </span>
      <input
        type="search"
        data-filter
        aria-label={label}
        placeholder={label}
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      <button type="button" className="ghost" aria-label="Previous match" disabled={isDisabled} onClick={() => onStep(-1)}>
        ↑
      </button>
      <button type="button" className="ghost" aria-label="Next match" disabled={isDisabled} onClick={() => onStep(1)}>
        ↓
      </button>
    </search>
  );
}
