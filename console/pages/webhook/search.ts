/** The part of the page's state that is in its address. *Pure.* */
export const webhookTabs = ['deliveries', 'statistics'] as const
type WebhookTab = (typeof webhookTabs)[number]

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held', 'skipped', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** How far back statistics go, in hours. */
export const spans = ['24', '72', '168', '720'] as const
export type Span = (typeof spans)[number]

export type WebhookSearch = {
  tab?: WebhookTab
  status?: DeliveryStatus
  event?: string
  /** The delivery that is open. */
  delivery?: string
  hours?: Span
}

export type ChangeSearch = (change: Partial<WebhookSearch>) => void
