import { useRef, useState } from 'react';
import type { FoundAddress } from '#data/cart/ordering.ts';
import { useNetwork } from '#data/device/device.ts';
import type { Country } from '#domain/store.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import { AddressSearch } from './address-search.tsx';
import { useMaps } from './maps/use-maps.ts';
import { addressTexts } from './texts.ts';
import { useAddressLookup } from './use-address-lookup.ts';
import { useAddressSearch } from './use-address-search.ts';

interface PlaceSearchProps {
  readonly country: Country;
  readonly onPick: (place: FoundAddress) => void;
}

/** The search of an address outside of an order: a street is enough. Without a key for maps it says so (N-30). */
export function PlaceSearch({ country, onPick }: PlaceSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const online = useNetwork((n) => n.online);
  const { port } = useMaps();
  const { lookUp, cancel } = useAddressLookup();
  const found = useAddressSearch(online ? text : null, port, country);
  return (
    <>
      <AddressSearch
        ref={field}
        disabled={!online}
        error={undefined}
        found={found}
        text={text}
        onPick={({ label, pick }) => {
          setText(label);
          void lookUp(pick, addressTexts.noStreet).then((place) => place && onPick(place));
        }}
        onText={(typed) => {
          cancel();
          setText(typed);
        }}
      />
      {port?.sandbox ? <Notice>{addressTexts.noMap}</Notice> : null}
    </>
  );
}
