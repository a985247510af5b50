/** The workflow for n8n in docs/use: what it names exists, here and within it. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

const read = async (name: string) => JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'))

type Node = { id: string; name: string; type: string; parameters: Record<string, unknown> }
type Target = { node: string; type: string; index: number }

test('its connections lead from node to node, and it calls an operation of the API by an event that has its id', async () => {
  const workflow = await read('docs/use/n8n-workflow.json')
  const nodes: Node[] = workflow.nodes
  const names = nodes.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length)
  const connections: Record<string, { main: Target[][] }> = workflow.connections
  const targets = Object.values(connections).flatMap(({ main }) => main.flat())
  for (const name of [...Object.keys(connections), ...targets.map(({ node }) => node)])
    assert(names.includes(name), name)
  // Each node but the first is reached.
  assert.deepEqual(targets.map(({ node }) => node).sort(), names.slice(1).sort())

  const document = await read('openapi.json')
  const { method, url } = nodes.find(({ type }) => type.endsWith('.httpRequest'))!.parameters as Record<string, string>
  const path = url!.replace(/^=https:\/\/[^/]+/, '').replace('{{ $json.body.id }}', '{recording_id}')
  assert(document.paths[path]?.[method!.toLowerCase()], path)
  const { example } = document.webhooks['recording.ready'].post.requestBody.content['application/json']
  assert.match(example.id, /^r_/)
})
