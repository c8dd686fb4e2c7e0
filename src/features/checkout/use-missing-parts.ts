import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { MissingPart } from '#domain/checkout.ts';

interface MissingParts {
  /** The parts that were told as missing and still are. */
  readonly missing: readonly MissingPart[];
  /** Marks the missing parts and moves the focus to the first. Returns false when nothing is missing. */
  readonly tell: () => boolean;
  // The places of the screen that can lack something.
  readonly top: RefObject<HTMLDivElement | null>;
  readonly aside: RefObject<HTMLElement | null>;
  readonly address: RefObject<HTMLElement | null>;
  readonly phone: RefObject<HTMLInputElement | null>;
  readonly when: RefObject<HTMLElement | null>;
  readonly payment: RefObject<HTMLElement | null>;
}

/** Which missing parts the screen shows, and where their fields are. */
export function useMissingParts(lacking: readonly MissingPart[]): MissingParts {
  const [told, setTold] = useState<readonly MissingPart[]>([]);
  const top = useRef<HTMLDivElement>(null);
  const aside = useRef<HTMLElement>(null);
  const address = useRef<HTMLElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const when = useRef<HTMLElement>(null);
  const payment = useRef<HTMLElement>(null);
  useEffect(() => {
    const [part] = told;
    if (part === undefined) return;
    const places: Readonly<Record<MissingPart, HTMLElement | null>> = {
      items: top.current,
      review: aside.current,
      address: address.current,
      shipping: address.current,
      minimum: top.current,
      phone: phone.current,
      payment: payment.current,
      amount: payment.current,
      cash: payment.current,
      when: when.current,
    };
    const place = places[part];
    // Focuses the invalid field, else the first enabled one.
    const field =
      place?.querySelector<HTMLElement>('[aria-invalid]') ??
      place?.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)') ??
      place;
    place?.scrollIntoView({ block: 'nearest' });
    field?.focus();
  }, [told]);
  return {
    top,
    aside,
    address,
    phone,
    when,
    payment,
    missing: lacking.filter((part) => told.includes(part)),
    tell: () => {
      setTold(lacking);
      return lacking.length > 0;
    },
  };
}
