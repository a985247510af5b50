import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './compressed.ts'
import { serviceWorker } from './service-worker/built.ts'

/** The client is in this repository and is built with the console, from its sources. */
const client = fileURLToPath(new URL('../sdk/src/client.ts', import.meta.url))

/** The administrators' dialogs share much that no other page needs. */
const isForEverybody = (file: string) => !/console\/(pages\/admin\/|words\/.*admin)/.test(file)

/** Where `npm start` listens. */
const service = `http://127.0.0.1:${process.env.PORT || 8080}`

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressed(), serviceWorker()],
  resolve: { alias: { '@minutebook/client': client } },
  build: {
    // Browsers of spring 2024 and newer.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // Code that eight parts share is one file: a page loads about 40 files instead of 90.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 8, test: isForEverybody }] } },
    },
    // No data: URLs, which the Content-Security-Policy forbids for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/api/v1': service, '/media': service } },
})
