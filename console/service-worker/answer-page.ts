/** The page from the service; without a connection the one that came last. *Pure* but for what it is given. */

type Given = {
  fetch: (request: Request) => Promise<Response>
  cache: { put(key: string, page: Response): Promise<void>; match(key: string): Promise<Response | undefined> }
  /** Lets the browser wait for this work. */
  keep(work: Promise<unknown>): void
}

/** Every path has the same page. Its files are named by their content, so browsers keep them by themselves. */
const key = '/'

/** @throws without a connection, if none came before */
export async function answerPage(request: Request, { fetch, cache, keep }: Given): Promise<Response> {
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) keep(cache.put(key, answer.clone()))
    return answer
  } catch (error) {
    const last = await cache.match(key)
    if (!last) throw error
    return last
  }
}
