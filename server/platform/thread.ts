/** What runs inside a thread of `Threads`. */

/** Which exported function of which module, with what; `meant` names the classes of errors that are answers. */
export type Asked = { module: string; name: string; args: unknown[]; meant: string[] }

/** An error loses its class between threads: one that is meant travels as what it holds. */
export type Done = { value: unknown } | { fault: { kind: string; message: string; more: object } }

export async function thread({ module, name, args, meant }: Asked): Promise<Done> {
  const { [name]: task } = await import(module)
  try {
    return { value: await task(...args) }
  } catch (error) {
    const kind = (error as Error).constructor.name
    if (!meant.includes(kind)) throw error
    return { fault: { kind, message: (error as Error).message, more: { ...(error as Error) } } }
  }
}
