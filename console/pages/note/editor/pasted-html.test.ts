import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HtmlNode, readHtml } from './pasted-html.ts'

type Attributes = Record<string, string>

/** An element as a browser makes it. */
function h(nodeName: string, attributes: Attributes, ...children: (HtmlNode | string)[]): HtmlNode {
  const childNodes = children.map(
    (each): HtmlNode => (typeof each === 'string' ? { nodeName: '#text', textContent: each, childNodes: [] } : each),
  )
  const textContent = childNodes.map((each) => each.textContent).join('')
  return { nodeName: nodeName.toUpperCase(), textContent, childNodes, getAttribute: (name) => attributes[name] ?? null }
}

/** Lines as `kind depth text`, such as `bullet 1 Budget`. */
const read = (...children: (HtmlNode | string)[]) =>
  readHtml(h('div', {}, ...children)).map((line) => {
    const status = line.kind === 'action_item' ? (line.status === 'Done' ? ' x' : ' _') : ''
    const level = line.kind === 'heading' ? ` ${line.level}` : ''
    return `${line.kind}${level}${status} ${line.depth} ${line.text}`
  })

test('Google Docs: lists nest beside their item, checkboxes are pictures, everything is in <b>', () => {
  const item = (level: string, text: string) => h('li', { 'aria-level': level }, h('p', {}, h('span', {}, text)))
  const box = (checked: string, text: string) =>
    h('li', { role: 'checkbox', 'aria-checked': checked }, h('img', { alt: 'unchecked' }), h('p', {}, text))
  assert.deepEqual(
    read(
      h(
        'b',
        { id: 'docs-internal-guid-1' },
        h('h2', {}, h('span', {}, 'Goals')),
        h('br', {}),
        h(
          'ul',
          {},
          item('1', 'One'),
          h('ul', {}, item('2', 'Two'), h('ul', {}, item('3', 'Three'))),
          item('1', 'Four'),
        ),
        h('ul', {}, box('true', 'Sent'), box('false', 'To send')),
        h('p', {}, 'See ', h('a', { href: 'https://x.test/a' }, 'the plan'), '.'),
      ),
    ),
    [
      'heading 2 0 Goals',
      ...['bullet 0 One', 'bullet 1 Two', 'bullet 2 Three', 'bullet 0 Four'],
      ...['action_item x 0 Sent', 'action_item _ 0 To send'],
      'paragraph 0 See [the plan](https://x.test/a).',
    ],
  )
})

test('Word: items are paragraphs with a sign, their depth is in the style, and cells are apart', () => {
  const item = (level: number, text: string) =>
    h(
      'p',
      { class: 'MsoListParagraph', style: `text-indent:-.25in;mso-list:l0 level${level} lfo1` },
      h('#comment', {}, '[if !supportLists]'),
      h('span', { style: 'font-family:Symbol;mso-list:\nIgnore' }, '·', h('span', {}, '\u00a0\u00a0 ')),
      h('#comment', {}, '[endif]'),
      text,
      h('o:p', {}, '\u00a0'),
    )
  const cell = (...text: string[]) => h('td', {}, ...text.map((each) => h('p', { class: 'MsoNormal' }, each)))
  assert.deepEqual(
    read(
      h('style', {}, 'p { margin: 0 }'),
      item(1, 'One\r\n  line'),
      item(2, 'Two'),
      h('p', { class: 'MsoNormal' }, h('o:p', {}, '\u00a0')),
      h(
        'table',
        {},
        h('tbody', {}, h('tr', {}, cell('Who'), cell('What')), h('tr', {}, cell('Bo'), cell('Deck', 'Plan'))),
      ),
      h('table', {}, h('tr', {}, h('td', {}, h('p', {}, 'A letter'), h('p', {}, 'in a frame')))),
    ),
    [
      ...['bullet 0 One line', 'bullet 1 Two'],
      ...['paragraph 0 Who | What', 'paragraph 0 Bo | Deck Plan', 'paragraph 0 A letter', 'paragraph 0 in a frame'],
    ],
  )
})

test('Notion and others: lists nest within their item, and checkboxes have many forms', () => {
  const list = (...items: HtmlNode[]) => h('ul', {}, '\n', ...items)
  assert.deepEqual(
    read(
      list(
        h('li', {}, 'One', list(h('li', {}, 'Two'), h('li', {}, h('p', {}, 'Three'), h('p', {}, 'and more'))), 'end'),
      ),
      h(
        'ul',
        { class: 'to-do-list' },
        h('li', {}, h('div', { class: 'checkbox checkbox-on' }), ' ', h('span', {}, 'Sent')),
      ),
      list(
        h(
          'li',
          { 'data-checked': 'false' },
          h('label', {}, h('input', { type: 'checkbox' })),
          h('div', {}, h('p', {}, 'To send')),
        ),
      ),
      list(
        h('li', {}, h('input', { type: 'checkbox', checked: '' }), ' Done'),
        h('li', { 'data-list': 'checked' }, 'Too'),
      ),
      list(h('li', {}, '[ ] Written'), h('li', {}, '☑ Also'), h('li', {}, ' ', h('br', {})), h('li', {}, 'Last')),
      h('p', {}, h('input', { type: 'checkbox' }), 'Alone'),
      h('p', {}, '• Typed'),
      h('p', {}, 'Plain'),
    ),
    [
      ...['bullet 0 One', 'bullet 1 Two', 'bullet 1 Three', 'paragraph 2 and more', 'paragraph 1 end'],
      ...['action_item x 0 Sent', 'action_item _ 0 To send', 'action_item x 0 Done', 'action_item x 0 Too'],
      ...['action_item _ 0 Written', 'action_item x 0 Also', 'bullet 0 Last', 'action_item _ 0 Alone'],
      ...['bullet 0 Typed', 'paragraph 0 Plain'],
    ],
  )
})

test('links, code and line breaks', () => {
  const link = (href: string, text: string) => h('a', { href }, text)
  assert.deepEqual(
    read(
      h(
        'p',
        {},
        link('https://x.test/', 'https://x.test/'),
        ' ',
        link('https://x.test/', 'x.test'),
        link('mailto:a@x.test', ' a@x.test '),
      ),
      h('p', {}, link('https://x.test/a(b)', 'a [b]'), h('br', {}), link('javascript:alert(1)', 'no link')),
      h('pre', {}, 'one\n\n  two\n'),
      'loose ',
      h('b', {}, 'words'),
    ),
    [
      'paragraph 0 https://x.test/ https://x.test/ a@x.test',
      'paragraph 0 [a \\[b\\]](https://x.test/a%28b%29)',
      ...['paragraph 0 no link', 'paragraph 0 one', 'paragraph 0 two', 'paragraph 0 loose words'],
    ],
  )
})
