/** Lists that are read page by page. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

export type Page<Row> = { page_info: { cursor?: string | null }; data: Row[] }

type Asked = { signal: AbortSignal; pagination: { page_size: number; cursor: string | null } }

const pageSize = 50

export const pagesOf = <Row>(queryKey: unknown[], load: (asked: Asked) => Promise<Page<Row>>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam: cursor }) => load({ signal, pagination: { page_size: pageSize, cursor } }),
    // Shows the old list until the next one arrives.
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.page_info.cursor ?? null,
  })
