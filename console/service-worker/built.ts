/** Builds the service worker as one file without imports, because not every browser loads others from it. */
import { fileURLToPath } from 'node:url'
import { build as buildFile, type Plugin } from 'vite'

export function serviceWorker(): Plugin {
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ build }) {
      outDir = build.outDir
    },
    async closeBundle() {
      const entry = fileURLToPath(new URL('./worker.ts', import.meta.url))
      const lib = { entry, formats: ['iife' as const], name: 'worker', fileName: () => 'service-worker.js' }
      await buildFile({
        ...{ configFile: false, publicDir: false, logLevel: 'warn' },
        root: fileURLToPath(new URL('..', import.meta.url)),
        build: { lib, outDir, emptyOutDir: false, reportCompressedSize: false },
      })
    },
  }
}
