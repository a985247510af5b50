/**
 * Short commands of the program in a process that is used again, because loading the program takes longer than most of them.
 * A command that would keep its process alive goes unnoticed here; `dataFolder().start` runs services as processes of their own.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

export type Command = { args: string[]; env: Record<string, string> }

const program = new URL('./command-shell-main.ts', import.meta.url).pathname
const idle = new Set<ChildProcess>()

/** Written to both outputs behind everything that the command wrote. */
export const endMark = (code: number) => `<ended with ${code}>`
const outputAndMark = /^(.*)<ended with (\d+)>$/s

/** @returns the exit code, and what was written to standard output and standard error */
export async function runInShell(command: Command): Promise<{ code: number; out: string; err: string }> {
  const [shell = open()] = idle
  idle.delete(shell)
  keepAlive(shell, 'ref')
  shell.send(command)
  const [out, err] = await Promise.all([readToMark(shell.stdout!), readToMark(shell.stderr!)])
  const [, text, code] = outputAndMark.exec(out) ?? []
  const [, errors] = outputAndMark.exec(err) ?? []
  assert(code && errors !== undefined, `${command.args.join(' ')} ended its process: ${err}`)
  keepAlive(shell, 'unref')
  idle.add(shell)
  return { code: Number(code), out: text!, err: errors }
}

function open(): ChildProcess {
  const shell = fork(program, { silent: true, execArgv: ['--disable-warning=ExperimentalWarning'] })
  return shell.once('exit', () => idle.delete(shell))
}

/** A shell without a command does not keep this process alive; it ends with it. */
function keepAlive(shell: ChildProcess, how: 'ref' | 'unref'): void {
  for (const handle of [shell, shell.channel!, shell.stdout as Socket, shell.stderr as Socket]) handle[how]()
}

async function readToMark(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  const text = () => Buffer.concat(chunks).toString('utf8')
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    // Large outputs come in many chunks.
    if (chunk.at(-1) === '>'.charCodeAt(0) && outputAndMark.test(text())) break
  }
  return text()
}
