import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DocumentId, parseDocumentId, printDocumentId } from './document-id.ts'

test('a printed id reads back to the same object', () => {
  const documents: [DocumentId, string][] = [
    [{ kind: 'note', id: 'n_1' }, 'note:n_1'],
    [{ kind: 'item', id: 'ai-1' }, 'item:ai-1'],
    [{ kind: 'recording', id: 'r_1', seconds: null }, 'recording:r_1'],
    [{ kind: 'recording', id: 'r_1', seconds: 0 }, 'recording:r_1@0'],
    [{ kind: 'recording', id: 'r_1', seconds: 604_800 }, 'recording:r_1@604800'],
  ]
  for (const [document, text] of documents) {
    assert.equal(printDocumentId(document), text)
    assert.deepEqual(parseDocumentId(text, 'arguments.id'), document)
  }
})

test('anything else is rejected, with its location', () => {
  const longest = 'x'.repeat(64)
  parseDocumentId(`note:${longest}`, 'arguments.id')
  const wrong = [
    '',
    'n_1',
    'note:',
    'note:n_1@5',
    'item:x@1',
    'recording:r_1@',
    'recording:r_1@-1',
    'recording:r_1@1e3',
  ]
  for (const text of [...wrong, 'recording:r_1@1000000', 'note:a b', 'note:n_1\n', `note:${longest}x`, 'event:e_1']) {
    assert.throws(
      () => parseDocumentId(text, 'arguments.id'),
      /^Error: arguments\.id must be an id that search gave/,
      text,
    )
  }
})
