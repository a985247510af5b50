/** *Pure.* The README of a bundle. */

export type Guided = {
  release: string
  platform: string
  hasNode: boolean
  models: { name: string; licence: string | null }[]
}

export function guideOf({ release, platform, hasNode, models }: Guided): string {
  const node = hasNode ? 'bin/node' : 'node'
  const needs = hasNode
    ? 'It brings its own Node, so the machine needs none.'
    : 'The machine needs Node 26 or newer, and nothing else of npm.'
  const listed = models.map(({ name, licence }) => `- ${name}${licence === null ? '' : ` (${licence})`}\n`).join('')
  return `# Minutebook ${release} for ${platform}
Everything that a machine without a network needs. ${needs} Copy this folder there. Before anything
of it is run, check it:

\`\`\`sh
sha256sum SHA256SUMS && sha256sum -c SHA256SUMS
\`\`\`

The first digest must be the one that \`minutebook bundle\` printed, and each file \`OK\`. Then:

\`\`\`sh
${node} install.mjs /opt/minutebook     # checks every file; the folder must be empty or missing
/opt/minutebook/minutebook start       # any other command in place of start; --help lists them
\`\`\`

- \`install.mjs\` refuses files that \`SHA256SUMS\` does not list.
- The service keeps its data in \`./data\` of the folder in which it is started; \`DATA_DIR\` names another one.
- Transcription on the machine needs its \`ffmpeg\` (on Debian the package ffmpeg), which is not in here.
- On the smallest Debian, Node needs the package libatomic1.
- An upgrade is installed into a new folder, beside the old one.
${models.length > 0 ? `\n## Models\nThey are installed into \`models\` of that folder, each with the digests of its files in \`model.json\`.\n\n${listed}` : ''}`
}
