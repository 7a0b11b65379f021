// The parsers of one kind of output, put in order once for all outputs.

import type { JsonLinesParser, JsonParser, LineParser, Parser, XmlParser } from '../../parser.ts';
import { LineDispatch } from './trigger-index.ts';

/** Sorted by how they read. */
export class ParserPlan {
  readonly lines: readonly LineParser[];
  readonly json: readonly JsonParser[];
  readonly jsonLines: readonly JsonLinesParser[];
  readonly xml: readonly XmlParser[];
  readonly dispatch: LineDispatch;
  /** What a JSON document must hold to concern any parser; null when that may be anything. */
  readonly wantedJson: RegExp | null;

  constructor(parsers: readonly Parser[]) {
    const ofForm = <Form extends Parser['form']>(form: Form) =>
      parsers.filter((parser): parser is Extract<Parser, { form: Form }> => parser.form === form);
    this.lines = ofForm('lines');
    this.json = ofForm('json');
    this.jsonLines = ofForm('json-lines');
    this.xml = ofForm('xml');
    this.dispatch = new LineDispatch(this.lines);
    this.wantedJson = namesInQuotes([...this.json, ...this.jsonLines]);
  }
}

function namesInQuotes(parsers: readonly (JsonParser | JsonLinesParser)[]): RegExp | null {
  if (parsers.some(({ holds }) => holds === undefined)) return null;
  const names = new Set(parsers.flatMap(({ holds = [] }) => holds));
  return new RegExp(`"(?:${[...names].join('|')})"`);
}
