import type { PhoneProblem } from './phone.ts';

/**
 * Every expected failure of the product, in one closed list (architecture, Conventions, N-17).
 * A failure is a value: functions return a `Result`, they do not throw it.
 */
export const errorCodes = [
  'bad_request',
  'payload_too_large',
  'unauthenticated',
  'token_revoked',
  'invalid_credentials',
  'forbidden',
  'plan_required',
  'not_found',
  'conflict',
  'in_progress',
  'too_early',
  'code_busy',
  'group_closed',
  'cashbox_settings_required',
  'cashbox_open',
  'cashbox_closed',
  'cashbox_configured',
  'cashbox_blind',
  'not_paying',
  'ticket_closed',
  'already_billed',
  'expired',
  'validation',
  'invalid_transition',
  'total_mismatch',
  'order_minimum',
  'out_of_zone',
  'service_unavailable',
  'item_unavailable',
  'last_item',
  'promocode_invalid',
  'payment_rejected',
  'billing_unavailable',
  'otp_invalid',
  'email_taken',
  'phone_taken',
  'idempotency_mismatch',
  'too_many_requests',
  'unavailable',
  'disk_full',
  'internal',
  'no_response',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Problems of a field; texts/fields has the sentences (`Record<FieldProblem, …>`), E-08 to E-14. */
export type FieldProblem =
  | { rule: 'required' }
  | { rule: 'min-length'; min: number }
  | { rule: 'max-length'; max: number }
  | { rule: 'min-value'; min: number }
  | { rule: 'max-value'; max: number }
  | { rule: 'email' }
  | { rule: 'equal'; otherName: string }
  | { rule: 'choose-type' }
  | { rule: 'phone' }
  | { rule: 'account-phone'; problem: PhoneProblem }
  | { rule: 'common-password' }
  | { rule: 'address' }
  | { rule: 'pin' }
  | { rule: 'easy-pin' }
  | { rule: 'invoice'; problem: InvoiceProblem }
  | { rule: 'invalid' };

/** Problems of an invoice's form; texts/invoices has the sentences. */
export type InvoiceProblem =
  | 'cuit'
  | 'cuil'
  | 'dni'
  | 'ci'
  | 'ruc'
  /** Type A goes to a CUIT. */
  | 'needs-cuit'
  /** The store cannot issue that type. */
  | 'type'
  /** Types A and B exclude some customers (ARCA 10242). */
  | 'class'
  /** From this amount on the customer has to be identified (RG 5700/2025). */
  | 'identify';

/** Why an order or a group cannot change (`invalid_transition`); texts/refusals has the sentences. */
export type TransitionRefusal =
  | 'unchanged'
  | 'paying'
  | 'to-paying'
  | 'needs-reason'
  | 'already-rejected'
  | 'delay-after-end'
  | 'items-after-end'
  | 'items-while-paying'
  | 'payments-after-end'
  | 'payments-while-paying'
  | 'group-unchanged'
  | 'group-paying'
  | 'group-ended'
  | 'group-reopen';

export type FieldErrors = Readonly<Record<string, readonly FieldProblem[]>>;

export interface Failure {
  readonly code: ErrorCode;
  readonly fields?: FieldErrors;
  /** Only with `invalid_transition`. */
  readonly transition?: TransitionRefusal;
  /** Formatted values for the sentence (for example `amount`), or another `sentence`. */
  readonly params?: Readonly<Record<string, string>>;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const fail = (code: ErrorCode, more: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code, ...more },
});

/** Refuses a change of an order. The field error puts the reason at the order's status. */
export const refuseTransition = (transition: TransitionRefusal): { ok: false; failure: Failure } =>
  fail('invalid_transition', { transition, fields: { status: [{ rule: 'invalid' }] } });
