/** The code that runs inside a thread of `Threads`. */

/** The exported function of a module to call; `expected` names the error classes that are returned as results. */
export type Call = { module: string; name: string; args: unknown[]; expected: string[] }

/** An error loses its class between threads, so an expected one is sent as its class name and its fields. */
export type Done = { value: unknown } | { failure: { kind: string; message: string; fields: object } }

export async function thread({ module, name, args, expected }: Call): Promise<Done> {
  const { [name]: task } = await import(module)
  try {
    return { value: await task(...args) }
  } catch (error) {
    const kind = (error as Error).constructor.name
    if (!expected.includes(kind)) throw error
    return { failure: { kind, message: (error as Error).message, fields: { ...(error as Error) } } }
  }
}
