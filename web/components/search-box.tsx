// A search in a long text: Enter goes on, Shift and Enter goes back. The browser's own search sees only the

// rows that exist.
import './search-box.css';

interface SearchBoxProps {
  label: string;
  wanted: string;
  onWanted: (wanted: string) => void;
  /** Like "3 of 17". */
  status: string;
  onStep: (step: 1 | -1) => void;
  isDisabled: boolean;
}

export function SearchBox({ label, wanted, onWanted, status, onStep, isDisabled }: SearchBoxProps) {
  return (
    <search className="search-box">
      <input
        type="search"
        data-filter
        aria-label={label}
        placeholder={label}
        value={wanted}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onWanted(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      <span className="search-status number" role="status">
        {status}
      </span>
      <button type="button" className="ghost" aria-label="Previous match" disabled={isDisabled} onClick={() => onStep(-1)}>
        ↑
      </button>
      <button type="button" className="ghost" aria-label="Next match" disabled={isDisabled} onClick={() => onStep(1)}>
        ↓
      </button>
    </search>
  );
}
