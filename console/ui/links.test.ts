import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWebAddress, linksIn } from './links.ts'

const read = (text: string) =>
  linksIn(text).map(({ labelFrom, labelTo, href }) => [text.slice(labelFrom, labelTo), href])

test('an address is a link without the punctuation around it', () => {
  assert.deepEqual(read('See https://acme.test/a_(b), or (http://acme.test/x?y=1#z).'), [
    ['https://acme.test/a_(b)', 'https://acme.test/a_(b)'],
    ['http://acme.test/x?y=1#z', 'http://acme.test/x?y=1#z'],
  ])
  assert.deepEqual(read('no link: acme.test, https://, https:///x'), [])
})

test('a link with a label is read by its label', () => {
  const text = 'Read [the plan](https://acme.test/plan(1)) first'
  assert.deepEqual(read(text), [['the plan', 'https://acme.test/plan(1)']])
  const [link] = linksIn(text)
  assert.equal(text.slice(link!.from, link!.to), '[the plan](https://acme.test/plan(1))')
})

test('only web addresses lead anywhere', () => {
  assert.deepEqual(read('[a](javascript:alert(1)) [b](data:text/html,x) [c](//acme.test) javascript:alert(1)'), [])
  assert.deepEqual(
    ['https://acme.test', 'HTTP://acme.test', 'javascript:alert(1)', ' https://acme.test', 'https://', null].map(
      isWebAddress,
    ),
    [true, true, false, false, false, false],
  )
})

test('a long text of brackets is read at once', () => {
  assert.deepEqual(read(`${'['.repeat(20_000)}https://acme.test`), [['https://acme.test', 'https://acme.test']])
  assert.deepEqual(read(`https://acme.test/${')'.repeat(500_000)}`), [['https://acme.test/', 'https://acme.test/']])
})
