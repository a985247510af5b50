/** Every class that a component names is in its style sheet: the browser says nothing of one that is not. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const console = join(import.meta.dirname, '..')
const imports = /import (\w+) from '([^']+\.module\.css)'/g

const components = globSync(['*.tsx', 'pages/**/*.{ts,tsx}', 'ui/**/*.{ts,tsx}'], { cwd: console })

function missingIn(file: string): string[] {
  const source = readFileSync(join(console, file), 'utf8')
  return Array.from(source.matchAll(imports)).flatMap(([, name, path]) => {
    const styles = readFileSync(join(console, dirname(file), path!), 'utf8')
    const known = new Set(Array.from(styles.matchAll(/\.([A-Za-z][\w-]*)/g), ([, each]) => each))
    const used = source.replaceAll(imports, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))
    return Array.from(used, ([, each]) => each!)
      .filter((each) => !known.has(each))
      .map((each) => `${file}: ${each}`)
  })
}

test('every class that a component names is in its style sheet', () => {
  assert.ok(components.length > 100)
  assert.deepEqual(components.flatMap(missingIn), [])
})
