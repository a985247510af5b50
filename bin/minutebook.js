#!/usr/bin/env node
// The program needs a Node that runs TypeScript; `npm ci` brings one, and npm and npx put it first.
const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(
    `Minutebook needs Node 24 or newer; this is ${process.versions.node}. Use \`npx minutebook …\` or \`npm start\`.\n`,
  )
  process.exit(2)
}
const { main } = await import('../server/main.ts')
process.exit(await main(process.argv.slice(2)))
