/** A small DNS server for tests: it gives each name its set answers, a different one each time. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import packet, { type Answer, type Question } from 'dns-packet'

/** Addresses, where a name is an alias; or no answer; or a refusal. */
type FamilyReply = string[] | 'silence' | 'failure' | 'refusal'

/** For both families of addresses, or for each of them. */
export type Reply = FamilyReply | { A: FamilyReply; AAAA: FamilyReply }

const codes = { notFound: 3, failure: 2, refusal: 5 }

export async function openDnsServer() {
  const zones = new Map<string, Reply[]>()
  const services = new Map<string, { target: string; port: number; text: string }>()
  const queries: string[] = []
  const socket = createSocket('udp4')

  function replyTo(question: Question): FamilyReply | undefined {
    const replies = zones.get(question.name)
    const before = queries.filter((each) => each === `${question.type} ${question.name}`).length
    queries.push(`${question.type} ${question.name}`)
    const reply = replies?.[Math.min(before, replies.length - 1)]
    return typeof reply === 'object' && 'A' in reply ? reply[question.type as 'A' | 'AAAA'] : reply
  }

  socket.on('message', (message, client) => {
    const { id, questions = [] } = packet.decode(message)
    const question = questions[0]!
    const service = services.get(question.name)
    const reply = service ? [] : replyTo(question)
    if (reply === 'silence') return
    const rcode = typeof reply === 'string' ? codes[reply] : reply ? 0 : codes.notFound
    const answers = service ? serviceRecords(question, service) : Array.isArray(reply) ? recordsOf(question, reply) : []
    const response = packet.encode({
      type: 'response',
      id,
      flags: packet.RECURSION_AVAILABLE | rcode,
      questions,
      answers,
    })
    socket.send(response, client.port, client.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** `A name` or `AAAA name`, one entry a question. */
    queries,
    /** The first resolution gets the first reply, and so on; the last reply goes on. */
    set: (name: string, ...replies: Reply[]) => void zones.set(name, replies),
    /** The SRV and TXT records of a service of a domain. */
    setService: (name: string, target: string, port: number, text: string) =>
      void services.set(name, { target, port, text }),
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function recordsOf({ name, type }: Question, reply: string[]): Answer[] {
  let owner = name
  // A long TTL, so that tests find code that caches answers instead of resolving again.
  const ttl = 3_600
  return reply.flatMap((data): Answer[] => {
    const kind = isIP(data) === 4 ? 'A' : isIP(data) === 6 ? 'AAAA' : 'CNAME'
    const record = { name: owner, type: kind, ttl, data } as Answer
    if (kind === 'CNAME') owner = data
    return kind === 'CNAME' || kind === type ? [record] : []
  })
}

function serviceRecords(
  { name, type }: Question,
  { target, port, text }: { target: string; port: number; text: string },
) {
  const records = [
    { name, type: 'SRV', ttl: 3_600, data: { target, port, priority: 0, weight: 0 } },
    { name, type: 'TXT', ttl: 3_600, data: text },
  ]
  return records.filter((record) => record.type === type) as Answer[]
}
