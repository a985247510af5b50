/** Which test files a change reaches: by the imports of files, and by the files and folders that they name. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** They read the tree as a whole. */
const ofWholeTree = ['test/architecture.test.ts', 'test/documents.test.ts', 'test/regular-expressions.test.ts']
/** Every test depends on them. */
const forAll = /^(package(-lock)?\.json|tsconfig\.json|test\/support\/(runner\/.*|setup\.ts))$/
const sources = '{bench,bin,console,scripts,sdk,server,test}/**/*.{ts,tsx,js}'

/** What each source names: files, and folders with a slash at the end. */
type Names = Map<string, string[]>

/** The files that differ from a commit, with those that git does not know yet. */
export function changedSince(commit: string, folder = '.'): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).split('\n')
  const base = git('merge-base', 'HEAD', commit)[0]!
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')].filter(Boolean)
}

/** @returns of these tests those that the changed files reach, the nearest first */
export function reachedBy(changed: string[], tests: string[], names = readNames()): string[] {
  if (changed.some((file) => forAll.test(file))) return tests
  const reached = new Set(changed.length > 0 ? [...ofWholeTree, ...changed] : [])
  // The loop also visits what it adds.
  for (const file of reached) for (const user of usersOf(file, names)) reached.add(user)
  return [...reached].filter((file) => tests.includes(file))
}

function usersOf(file: string, names: Names): string[] {
  // Nobody reads the tests of a folder.
  const isWithin = (name: string) => name.endsWith('/') && file.startsWith(name) && !/\.test\.tsx?$/.test(file)
  const isNamed = (name: string) => name === file || isWithin(name)
  return [...names.keys()].filter((user) => names.get(user)!.some(isNamed))
}

export function readNames(): Names {
  const files = globSync(sources, { exclude: ['**/{node_modules,dist}/**'] })
  return new Map(files.map((file) => [file, namesIn(file, readFileSync(file, 'utf8'))]))
}

/** Texts that are paths from the file or from the repository, without imports of types, which run nothing. */
function namesIn(file: string, text: string): string[] {
  const run = text.replaceAll(/^(import|export) type [^;]*? from .*/gm, '')
  const texts = [...run.matchAll(/['"`]([\w.@-]*\/[\w./@-]*)['"`]/g)].map(([, path]) => path!)
  const paths = texts.map((path) => (path.startsWith('.') ? join(dirname(file), path) : normalize(path)))
  const ours = paths.filter((path) => /^\w/.test(path) && existsSync(path))
  return ours.map((path) => (statSync(path).isDirectory() ? join(path, '/') : path))
}
