/** A push notification. The app's worker gets `data`, and opens the order on a click. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  readonly data: {
    readonly store_id: number;
    readonly order_id: number;
    /** pending: it can be accepted from the notification; changed: for its customer, who has no board. */
    readonly kind: 'pending' | 'unseen' | 'changed';
  };
}

/** How notices reach phones whose app is closed: Pusher Beams, or a sandbox that only writes them down. */
export interface PushPort {
  readonly kind: 'beams' | 'sandbox';
  /** What a browser needs to register; null = there is no service, so the app asks no permission. */
  readonly client: { readonly instance_id: string; readonly endpoint: string | null } | null;
  /** Proves to the push service that this device belongs to the user; lives 24 hours. */
  token(userId: number): string;
  /** To every device of these users. Rejects when the service did not take it. */
  publish(userIds: readonly number[], notice: PushNotice): Promise<void>;
}
