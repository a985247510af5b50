import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printInvited, readInvitations } from './read-invitations.ts'

const brief = (text: string, known?: string[]) =>
  readInvitations(text, known).map(({ line, email, full_name, admin, problem }) => [
    ...[line, email, full_name, admin, problem],
  ])

test('columns are separated by comma, semicolon or tab; quotes, a byte order mark and empty lines are read', () => {
  const wanted = [
    [1, 'dee@acme.test', 'Sato, Dee', false, null],
    [2, 'eva@acme.test', 'Eva "E" Ek', true, null],
  ]
  assert.deepEqual(brief('dee@acme.test,"Sato, Dee"\r\neva@acme.test,"Eva ""E"" Ek",yes\r\n\r\n'), wanted)
  assert.deepEqual(brief('\ufeffdee@acme.test;"Sato, Dee";\neva@acme.test;"Eva ""E"" Ek";ja'), wanted)
  assert.deepEqual(brief('dee@acme.test\tSato, Dee\neva@acme.test\tEva "E" Ek\t1'), wanted)
  assert.deepEqual(brief('  \n'), [])
})

test('a first line with an e-mail column sets the order of the columns', () => {
  assert.deepEqual(brief('Name,Team,E-Mail\nDee Sato,Ops,dee@acme.test'), [
    [2, 'dee@acme.test', 'Dee Sato', false, null],
  ])
})

test('each error is shown at its line', () => {
  const lines = [',Dee', 'dee,Dee', 'dee@acme.test', `dee@acme.test,${'x'.repeat(256)}`, 'eva@acme.test,Eva,maybe']
  const more = ['fay@acme.test,Fay', 'FAY@acme.test,Fay', 'Ada@acme.test,Ada']
  assert.deepEqual(
    readInvitations([...lines, ...more].join('\n'), ['ada@acme.test']).map(({ problem }) => problem),
    ['no_email', 'bad_email', 'no_name', 'too_long', 'bad_admin', null, 'twice', 'has_account'],
  )
})

test('in the file of links a name cannot become a formula', () => {
  const link = { url: 'https://acme.test/sign-in#token=1', expires_at: '2026-01-05T09:15:00.000Z' }
  const one = { email: 'dee@acme.test', full_name: '=HYPERLINK("x")', admin: false }
  const text = printInvited([
    { ...one, link, problem: null },
    { ...one, link: null, problem: 'There is such a person' },
  ])
  assert.deepEqual(text.split('\r\n'), [
    'email,name,sign_in_link,works_until,problem',
    `dee@acme.test,"'=HYPERLINK(""x"")",${link.url},${link.expires_at},`,
    `dee@acme.test,"'=HYPERLINK(""x"")",,,There is such a person`,
  ])
})
