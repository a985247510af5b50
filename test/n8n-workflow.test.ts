/** The workflows for n8n in docs/use: what they name exists, here and within them. test/deep/n8n.deep.ts runs those of trackers. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { bytesOf, textIfSet, workflows } from '../scripts/n8n-trackers.ts'
import { newSigningSecret } from '../server/webhooks/endpoints/signing-secret.ts'

const read = async (name: string) => JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'))
const document = await read('openapi.json')

type Node = { id: string; name: string; type: string; parameters: Record<string, string> }
type Target = { node: string; type: string; index: number }

const files = ['docs/use/n8n-workflow.json', ...workflows.map(({ file }) => `docs/use/n8n/${file}`)]

for (const file of files)
  test(`${file}: its connections lead from node to node, and it calls operations of the API`, async () => {
    const workflow = await read(file)
    const nodes: Node[] = workflow.nodes
    const names = nodes.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length)
    const connections: Record<string, { main: Target[][] }> = workflow.connections
    const targets = Object.values(connections).flatMap(({ main }) => main.flat())
    for (const name of [...Object.keys(connections), ...targets.map(({ node }) => node)])
      assert(names.includes(name), name)
    // Each node but those that begin is reached.
    const others = nodes.filter(({ type }) => !type.endsWith('.webhook')).map(({ name }) => name)
    assert.deepEqual([...new Set(targets.map(({ node }) => node))].sort(), others.sort())

    const ours = nodes.filter(({ parameters }) => parameters.url?.includes('acme.meetings.example.com'))
    assert(ours.length > 0)
    for (const { parameters } of ours) {
      const path = parameters.url!.replace(/^=?https:\/\/[^/]+/, '').replace(/\{\{.*\}\}/, '{id}')
      const known = Object.keys(document.paths).find((each) => each.replace(/\{\w+\}/, '{id}') === path)
      assert(known && document.paths[known][parameters.method!.toLowerCase()], `${parameters.method} ${path}`)
    }
  })

test('the event of the first has the id of a recording', () => {
  const { example } = document.webhooks['recording.ready'].post.requestBody.content['application/json']
  assert.match(example.id, /^r_/)
})

test('those of trackers are written by scripts/write-n8n-workflows.ts, and nothing ends an expression too early', async () => {
  for (const { file, workflow } of workflows) {
    assert.deepEqual(await read(`docs/use/n8n/${file}`), workflow)
    for (const { parameters } of workflow.nodes)
      for (const [code] of JSON.stringify(parameters).matchAll(/\{\{.*?\}\}/g))
        assert.equal(code.split('{').length, code.split('}').length, code)
  }
})

test('an expression has the bytes of a secret', () => {
  for (let time = 0; time < 100; time++) {
    const secret = newSigningSecret()
    const bytes = new Function(`return ${bytesOf(secret)}`)()
    assert.deepEqual(Buffer.from(bytes), Buffer.from(secret.replace('whsec_', ''), 'base64'))
  }
})

test('what is no secret gives no key', () => {
  const keyOf = (code: string) => new Function(`return ${code}`)()
  for (const secret of ['whsec_THE SECRET OF MINUTEBOOK', 'whsec_', 'whsec_ab-d', 'whsec_ab=d', 'abcd', ''])
    assert.throws(() => keyOf(bytesOf(secret)), TypeError, secret)
  assert.equal(keyOf(textIfSet('lin_wh_a+b/c= THE SECRET')), 'lin_wh_a+b/c= THE SECRET')
  for (const secret of ['THE SECRET OF THE WEBHOOK', ''])
    assert.throws(() => keyOf(textIfSet(secret)), TypeError, secret)
})
