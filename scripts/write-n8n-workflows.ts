/** Writes the workflows for n8n into docs/use/n8n/. */
import { writeFile } from 'node:fs/promises'
import { workflows } from './n8n-trackers.ts'

for (const { file, workflow } of workflows)
  await writeFile(new URL(`../docs/use/n8n/${file}`, import.meta.url), `${JSON.stringify(workflow, null, 2)}\n`)
