import type * as z from 'zod/mini';
import type { outboxBalance } from '#contract/outboxes.ts';
import type { OutboxBalance } from '#domain/outbox-balance.ts';
import { readInstant, readOptional, writeInstant } from './amounts.ts';

export type WireOutboxBalance = z.infer<typeof outboxBalance>;

export const readOutboxBalance = ({ asked_at, devices }: WireOutboxBalance): OutboxBalance => ({
  askedAt: readOptional(asked_at, readInstant),
  devices: devices.map(({ user, missing, heard_at, sent_at, ...device }) => ({
    ...device,
    person: user.fullname,
    missing: missing.map(({ number, from, to }) => ({
      number,
      from: readOptional(from, readInstant),
      to: readOptional(to, readInstant),
    })),
    heardAt: readOptional(heard_at, readInstant),
    sentAt: readOptional(sent_at, readInstant),
  })),
});

export const writeOutboxBalance = ({ askedAt, devices }: OutboxBalance): WireOutboxBalance => ({
  asked_at: readOptional(askedAt, writeInstant),
  devices: devices.map(({ person, missing, heardAt, sentAt, ...device }) => ({
    ...device,
    user: { fullname: person },
    missing: missing.map(({ number, from, to }) => ({
      number,
      from: readOptional(from, writeInstant),
      to: readOptional(to, writeInstant),
    })),
    heard_at: readOptional(heardAt, writeInstant),
    sent_at: readOptional(sentAt, writeInstant),
  })),
});
