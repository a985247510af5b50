import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** `npm run extension` sets what an administrator builds in. */
const built = process.env.EXTENSION_BUILT ?? JSON.stringify({ service: null, hosts: {} })

export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: here('./public'),
  define: { __BUILT__: built },
  resolve: { alias: { '@minutebook/client': here('../sdk/src/client.ts') } },
  build: {
    target: 'chrome123',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(
        ['popup.html', 'setup.html', 'recorder.html', 'background.ts'].map((name) => [name.split('.')[0], here(name)]),
      ),
      // The manifest names the background.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
})
