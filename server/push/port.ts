/** A push notification. The app's service worker receives `data` and opens what it names on a click. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  readonly data:
    | {
        readonly store_id: number;
        readonly order_id: number;
        /** pending: the notification offers to accept the order; changed: for the order's customer, who has no board. */
        readonly kind: 'pending' | 'unseen' | 'changed';
      }
    /** What a guest at a table asks for. */
    | { readonly store_id: number; readonly request_id: number; readonly kind: 'guest' };
}

/** Sends notices to phones whose app is closed: Pusher Beams, or a sandbox that only logs them. */
export interface PushPort {
  readonly kind: 'beams' | 'sandbox';
  /** The browser's settings for registering; null = no service, so the app asks for no permission. */
  readonly client: { readonly instance_id: string; readonly endpoint: string | null } | null;
  /** A token that proves to the push service that this device belongs to the user; valid for 24 hours. */
  token(userId: number): string;
  /** Sends to all devices of these users. Rejects when the service did not accept it. */
  publish(userIds: readonly number[], notice: PushNotice): Promise<void>;
}
