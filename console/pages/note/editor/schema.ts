/** Converts the lines of an agenda to a document of the editor, and back. */
import { type Attrs, type Node, type NodeSpec, Schema, type TagParseRule } from 'prosemirror-model'
import { printSpans, readSpans, type Style } from '../../../ui/spans.ts'
import { type Decision, deepest, type Item, type Line } from './markup.ts'

type LineElement = [string, Record<string, string>, ...(0 | string)[]]

/** The HTML of a line on the clipboard, and in the page unless the line has its own node view. */
function elementOf({ type, attrs }: Node): LineElement {
  const fields = {
    ...{ 'data-kind': type.name, 'data-depth': String(attrs.depth), style: `--depth: ${attrs.depth}` },
    dir: 'auto',
  }
  if (type.name === 'heading') return [`h${attrs.level + 2}`, { ...fields, 'data-level': String(attrs.level) }, 0]
  if (type.name === 'talking_point') return ['div', { ...fields, ...(attrs.id && { 'data-id': attrs.id }) }, 0]
  return [type.name === 'paragraph' ? 'p' : 'div', fields, 0]
}

function itemElement({ attrs }: Node): LineElement {
  const { depth, id, assignees, due, status, completion } = attrs as Item
  const fields = { dir: 'auto', 'data-kind': 'action_item', 'data-depth': String(depth), 'data-completion': completion }
  const more = { 'data-assignees': assignees.join(' '), 'data-status': status }
  return ['div', { ...fields, ...more, ...(id && { 'data-id': id }), ...(due && { 'data-due': due }) }, 0]
}

function decisionElement({ attrs }: Node): LineElement {
  const { depth, id, status } = attrs as Decision
  const fields = { dir: 'auto', 'data-kind': 'decision', 'data-depth': String(depth), 'data-status': status }
  return ['div', { ...fields, ...(id && { 'data-id': id }) }, 0]
}

/** Pasted HTML may be from anywhere: accepts only values that the markup allows. */
function fieldsOf(kind: string, element: { dataset: Record<string, string | undefined> }): Attrs {
  const { depth, level, id, assignees, due, status, completion } = element.dataset
  const isId = (text: string | undefined) => text !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(text)
  return {
    depth: Math.min(Math.max(Math.trunc(Number(depth)) || 0, 0), deepest),
    level: level === '2' || level === '3' ? Number(level) : 1,
    id: isId(id) ? id : null,
    assignees: (assignees ?? '').split(' ').filter((each) => /^[^\s",]{1,320}$/.test(each)),
    due: due !== undefined && /^\d{4}-\d\d-\d\d$/.test(due) ? due : null,
    status: statuses[kind]?.find((each) => each === status) ?? statuses[kind]?.[0],
    completion: completion === 'all' ? 'all' : 'any',
  }
}

/** The first is the default. */
const statuses: Record<string, string[]> = {
  action_item: ['Incomplete', 'Done', 'Archived'],
  decision: ['stands', 'withdrawn'],
}

const depth = { depth: { default: 0 } }
const id = { id: { default: null } }

function line(kind: string, attrs: NodeSpec['attrs'], more: NodeSpec = {}): NodeSpec {
  const own: TagParseRule = {
    tag: `[data-kind=${kind}]`,
    getAttrs: (element) => fieldsOf(kind, element as never),
    priority: 60,
  }
  return {
    group: 'line',
    content: 'text*',
    marks: '_',
    whitespace: 'pre',
    defining: true,
    toDOM: elementOf,
    attrs: { ...depth, ...attrs },
    ...more,
    parseDOM: [own, ...(more.parseDOM ?? [])],
  }
}

export const schema = new Schema({
  nodes: {
    doc: { content: 'line+' },
    paragraph: line('paragraph', {}, { parseDOM: [{ tag: 'p' }] }),
    heading: line('heading', { level: { default: 1 } }),
    bullet: line('bullet', {}),
    talking_point: line('talking_point', id),
    action_item: line(
      'action_item',
      {
        ...id,
        assignees: { default: [] },
        due: { default: null },
        status: { default: 'Incomplete' },
        completion: { default: 'any' },
      },
      { toDOM: itemElement },
    ),
    decision: line('decision', { ...id, status: { default: 'stands' } }, { toDOM: decisionElement }),
    /** A line that this version does not know: can be moved and deleted, but not edited. */
    unknown: {
      group: 'line',
      atom: true,
      attrs: { source: { default: '' } },
      toDOM: ({ attrs }) => ['pre', { 'data-kind': 'unknown', dir: 'auto' }, attrs.source],
    },
    text: {},
  },
  /** A text has one of them: the markup does not nest them. */
  marks: {
    bold: { excludes: '_', parseDOM: [{ tag: 'strong' }], toDOM: () => ['strong', 0] },
    italic: { excludes: '_', parseDOM: [{ tag: 'em' }], toDOM: () => ['em', 0] },
    code: { excludes: '_', inclusive: false, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
})

export function docOf(lines: Line[]): Node {
  return schema.node('doc', null, lines.length === 0 ? schema.node('paragraph') : lines.map(nodeOf))
}

export function nodeOf({ kind, text, ...attrs }: Line): Node {
  if (kind === 'unknown') return schema.node(kind, { source: text })
  return schema.node(kind, attrs, inlineOf(text))
}

export const inlineOf = (text: string): Node[] =>
  readSpans(text).map(({ text: part, style }) => schema.text(part, style === 'plain' ? [] : [schema.mark(style)]))

/** The text of a line in the markup. */
const textOf = ({ children }: Node): string =>
  printSpans(children.map(({ text, marks: [mark] }) => ({ text: text!, style: (mark?.type.name ?? 'plain') as Style })))

/** A document of one empty line is an empty agenda. */
export function linesOf(doc: Node): Line[] {
  const [first] = doc.children
  if (doc.childCount === 1 && first!.type.name === 'paragraph' && first!.content.size === 0) return []
  return doc.children.map(lineOf)
}

export function lineOf(node: Node): Line {
  const { type, attrs } = node
  if (type.name === 'unknown') return { kind: 'unknown', depth: depthOf(type.name, attrs), text: attrs.source }
  return { kind: type.name, ...attrs, text: storable(textOf(node)) } as Line
}

/** NUL and lone surrogates cannot be stored. */
const storable = (text: string) => text.replace(/\0|\p{Cs}/gu, '')

const depthOf = (kind: string, attrs: Attrs): number =>
  kind === 'unknown' ? Math.floor(/^ */.exec(attrs.source)![0].length / 2) : attrs.depth

export const depthOfNode = ({ type, attrs }: Node): number => depthOf(type.name, attrs)
