// The parsers of one kind of output, sorted by form and indexed once for all outputs.

import type { FailureReports, JsonLinesParser, JsonParser, LineParser, Parser, XmlParser } from '../../parser.ts';
import type { Section } from '../../section.ts';
import { TriggerIndex } from './trigger-index.ts';

export class ParserSet {
  readonly kind: Section['kind'];
  readonly lines: readonly LineParser[];
  readonly json: readonly JsonParser[];
  readonly jsonLines: readonly JsonLinesParser[];
  readonly xml: readonly XmlParser[];
  /** The formats of failure reports, each with the index of its parser among `lines`. */
  readonly failures: readonly { parser: number; format: FailureReports }[];
  /** Of `lines`, then of `failures`. */
  readonly triggers: TriggerIndex;
  /** Matches JSON documents that some parser may accept; null when any may be accepted. */
  readonly wantedJson: RegExp | null;

  constructor(kind: Section['kind'], parsers: readonly Parser[]) {
    this.kind = kind;
    const ofForm = <Form extends Parser['form']>(form: Form) =>
      parsers.filter((parser): parser is Extract<Parser, { form: Form }> => parser.form === form);
    this.lines = ofForm('lines');
    this.json = ofForm('json');
    this.jsonLines = ofForm('json-lines');
    this.xml = ofForm('xml');
    this.failures = this.lines.flatMap(({ failures }, parser) => (failures === undefined ? [] : [{ parser, format: failures }]));
    this.triggers = new TriggerIndex([...this.lines, ...this.failures.map(({ format }) => format)]);
    this.wantedJson = namesInQuotes([...this.json, ...this.jsonLines]);
  }
}

function namesInQuotes(parsers: readonly (JsonParser | JsonLinesParser)[]): RegExp | null {
  if (parsers.some(({ contains }) => contains === undefined)) return null;
  const names = new Set(parsers.flatMap(({ contains = [] }) => contains));
  return new RegExp(`"(?:${[...names].join('|')})"`);
}
