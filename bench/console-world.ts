/** What the console is measured with: a workspace of many notes, and in it a real recap of the demo world. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import { createToken } from '../server/people/sign-in/tokens.ts'
import { makeWorkspaces, openBench } from './workspaces.ts'

const demo = new URL('../demo/world.json', import.meta.url)

type Point = { assignees?: string[] }
type Demo = {
  notes: { id: string; title: string; agenda?: string }[]
  recordings: { id: string; note: string; ai_notes: { sections: { items?: Point[] }[] } }[]
}

/** A meeting of 17 minutes, with AI notes that people are named in. */
export const recordingId = 'r_remote_1'

/** @returns a token that signs in a person of 200 channels */
export async function prepareConsole(size: number): Promise<string> {
  const base = await openBench()
  try {
    await makeWorkspaces(base, [size])
    const world = JSON.stringify({ version: 1, workspaces: [await recapFor(`bench${size}`)] })
    await importWorld(base.db, Readable.from([world]), base)
    return await createToken(base.db, base.clock(), { subdomain: `bench${size}`, email: 'person0@bench.test' })
  } finally {
    await base.close()
  }
}

/** The people of the demo world are all one person here. */
async function recapFor(subdomain: string) {
  const [{ notes, recordings }] = JSON.parse(await readFile(demo, 'utf8')).workspaces as [Demo]
  const { shared_with, published_to, started_by, ...recording } = recordings.find(({ id }) => id === recordingId)! as {
    [field: string]: unknown
  } & Demo['recordings'][0]
  const { title } = notes.find(({ id }) => id === recording.note)!
  const sections = recording.ai_notes.sections.map((section) => ({
    ...section,
    ...(section.items && { items: section.items.map((item) => ({ ...item, assignees: ['u_0'] })) }),
  }))
  return {
    subdomain,
    name: 'Bench',
    plan: 'enterprise',
    notes: [{ id: recording.note, title, created_by: 'u_0', created_at: '2024-01-01T00:00:00.000Z' }],
    recordings: [{ ...recording, ai_notes: { ...recording.ai_notes, sections } }],
  }
}
