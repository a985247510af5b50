/** A workflow of n8n, from its nodes in the order of their lines. *Pure.* */

export type Node = { name: string; type: string; typeVersion: number; parameters: object } & Record<string, unknown>

/** Where an output of a node leads; a node has one output unless it is listed by several names. */
export type Lines = Record<string, string | (string | null)[]>

/** An expression of n8n. */
export const expression = (code: string) => `={{ ${code} }}`

export const answer = (name: string, parameters: object): Node => ({
  name,
  type: 'n8n-nodes-base.respondToWebhook',
  typeVersion: 1.1,
  parameters: { options: {}, ...parameters },
})

export const webhook = (name: string, path: string, parameters: object): Node => ({
  name,
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  webhookId: path,
  parameters: { httpMethod: 'POST', path, responseMode: 'responseNode', options: {}, ...parameters },
})

/** Goes on by its first output if the condition is true, else by the second. */
export const condition = (name: string, code: string): Node => ({
  name,
  type: 'n8n-nodes-base.if',
  typeVersion: 2.2,
  parameters: { conditions: isTrue(code), options: {} },
})

/** Goes on by the output of the first case that is true; otherwise it ends. */
export const cases = (name: string, of: Record<string, string>): Node => ({
  name,
  type: 'n8n-nodes-base.switch',
  typeVersion: 3.2,
  parameters: {
    rules: {
      values: Object.entries(of).map(([outputKey, code]) => ({
        conditions: isTrue(code),
        renameOutput: true,
        outputKey,
      })),
    },
    options: {},
  },
})

function isTrue(code: string) {
  const operator = { type: 'boolean', operation: 'true', singleValue: true }
  return {
    options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
    conditions: [{ id: '1', leftValue: expression(code), rightValue: '', operator }],
    combinator: 'and',
  }
}

/** @param body  code of the JSON that is sent */
export const request = (name: string, method: string, url: string, body?: string, more: object = {}): Node => ({
  name,
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  parameters: {
    method,
    url: url.includes('{{') ? `=${url}` : url,
    authentication: 'genericCredentialType',
    genericAuthType: 'httpHeaderAuth',
    ...(body && { sendBody: true, specifyBody: 'json', jsonBody: expression(`JSON.stringify(${body})`) }),
    options: {},
  },
  ...more,
})

/**
 * Fails when the answer has errors, whatever its status.
 * @param variables  code of an object
 */
export const graphql = (name: string, endpoint: string, query: string, variables: string, more: object = {}): Node => ({
  name,
  type: 'n8n-nodes-base.graphql',
  typeVersion: 1.1,
  parameters: {
    authentication: 'headerAuth',
    endpoint,
    requestFormat: 'json',
    query,
    variables: expression(`JSON.stringify(${variables})`),
  },
  ...more,
})

/** Gives `text`: the raw body that a webhook keeps. */
export const textOf = (name: string): Node => ({
  name,
  type: 'n8n-nodes-base.extractFromFile',
  typeVersion: 1,
  parameters: { operation: 'text', binaryPropertyName: 'data', destinationKey: 'text', options: {} },
})

/**
 * Gives `digest`: HMAC-SHA256 of a value. What cannot be computed goes on by a second output.
 * @param value   code of a text
 * @param secret  code of a text or of bytes
 */
export const digest = (
  name: string,
  { value, secret, encoding }: { value: string; secret: string; encoding: 'hex' | 'base64' },
): Node => ({
  name,
  type: 'n8n-nodes-base.crypto',
  typeVersion: 1,
  onError: 'continueErrorOutput',
  parameters: {
    ...{ action: 'hmac', type: 'SHA256', dataPropertyName: 'digest', encoding },
    ...{ value: expression(value), secret: expression(secret) },
  },
})

/** Gives these fields alone. @param fields  the code of texts */
export const set = (name: string, fields: Record<string, string>): Node => ({
  name,
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  parameters: {
    assignments: {
      assignments: Object.entries(fields).map(([name, code]) => ({
        ...{ id: name, name, value: expression(code), type: 'string' },
      })),
    },
    options: {},
  },
})

/** Ends the run as one that failed. */
export const stop = (name: string, code: string): Node => ({
  name,
  type: 'n8n-nodes-base.stopAndError',
  typeVersion: 1,
  parameters: { errorMessage: expression(code) },
})

/** @param rows  the names of nodes as they are laid out */
export function workflow(name: string, nodes: Node[], lines: Lines, rows: string[][]) {
  const place = (name: string) => {
    const row = rows.findIndex((names) => names.includes(name))
    return [rows[row]!.indexOf(name) * 220, row * 180]
  }
  return {
    name,
    nodes: nodes.map(({ name, type, typeVersion, parameters, ...more }) => ({
      id: name.toLowerCase().replaceAll(/\W+/g, '-'),
      ...{ name, type, typeVersion, position: place(name), ...more, parameters },
    })),
    connections: Object.fromEntries(
      Object.entries(lines).map(([from, to]) => [
        from,
        { main: [to].flat().map((node) => (node === null ? [] : [{ node, type: 'main', index: 0 }])) },
      ]),
    ),
    settings: { executionOrder: 'v1' },
  }
}
