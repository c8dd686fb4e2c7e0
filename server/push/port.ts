/** What a push says. `data` travels to the worker of the app, which shows it and opens what it is about. */
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
  /** What a browser needs to register; null = nothing to register with, so nobody is asked. */
  readonly client: { readonly instance_id: string; readonly endpoint: string | null } | null;
  /** Proves to the push service that this device belongs to the user; lives 24 hours. */
  token(userId: number): string;
  /** To every device of these users. Rejects when the service did not take it. */
  publish(userIds: readonly number[], notice: PushNotice): Promise<void>;
}
