/** The parts of an OpenAPI document that the service reads. */

export type OpenApi = {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, object>; headers: Record<string, Header>; responses: Record<string, Response> }
}

/** Each answer has it if it is required. */
export type Header = { required?: boolean; description?: string; schema: { type?: string } }
export type Response = {
  /** Where the other fields are, such as `#/components/responses/NotFound`. */
  $ref?: string
  description?: string
  headers?: Record<string, Header | { $ref: string }>
  content?: Content
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>
}

export type OpenApiOperation = {
  operationId: string
  tags: string[]
  /** An empty list for operations that need no key. */
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
}

type Parameter = {
  name: string
  in: string
  description?: string
  schema?: object
  content?: Content
  example?: unknown
}

type Content = Record<string, { schema: object; example?: unknown }>
