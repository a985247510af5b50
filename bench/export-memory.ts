/** A separate process that exports one workspace, discards the output, and reports time and memory. */
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import { openBench } from './workspaces.ts'

const subdomain = process.argv[2]!
const base = await openBench()
const start = performance.now()
let bytes = 0
for await (const text of exportWorld(base.db, { subdomain, withSecrets: false, secretKey: base.secretKey })) {
  bytes += Buffer.byteLength(text)
}
const seconds = (performance.now() - start) / 1_000
await base.close()
process.send!({ megabytes: bytes / 1_048_576, seconds, peakMegabytes: process.resourceUsage().maxRSS / 1_024 })
