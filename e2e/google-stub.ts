/**
 * A stub of the Maps JavaScript API: a script that defines `google.maps` with the calls that the app makes, as the
 * reference documents them, and then calls the callback named in its URL. It knows one street, Av. Corrientes, and none
 * south of -34.7. Tests drop the pin with `lastMarker.drop`; `markers` has all of them.
 */
export const googleStub = `(() => {
  const query = new URL(document.currentScript.src).searchParams;
  const latLng = ({ lat, lng }) => ({ lat: () => lat, lng: () => lng });
  const component = (type, text) => ({ types: [type], longText: text, shortText: text });
  const corrientes = { lat: -34.6037, lng: -58.4116 };
  class Map {
    constructor(element) {
      this.element = element;
      element.append(Object.assign(document.createElement('p'), { textContent: 'Mapa de Google' }));
    }
    setCenter({ lat, lng }) { this.element.dataset.center = lat + ',' + lng; }
    setZoom(zoom) { this.element.dataset.zoom = String(zoom); }
    setOptions() {}
  }
  class Marker {
    constructor({ position, draggable, title }) {
      this.position = position;
      this.draggable = draggable;
      this.title = title;
      this.listeners = {};
      if (draggable) window.lastMarker = this;
      (window.markers ??= []).push(this);
    }
    setDraggable(draggable) {
      this.draggable = draggable;
      if (draggable) window.lastMarker = this;
    }
    setTitle(title) { this.title = title; }
    setLabel() {}
    setClickable() {}
    setAnimation() {}
    setOptions() {}
    setPosition(position) { this.position = position; }
    getPosition() { return latLng(this.position); }
    setMap() {}
    drop(position) {
      if (!this.draggable) throw new Error('the pin must be draggable');
      this.position = position;
      this.listeners.dragend({ latLng: latLng(position) });
    }
  }
  class Geocoder {
    geocode({ location }) {
      const street = { types: ['street_address'], address_components: [
        { types: ['street_number'], long_name: '3502' }, { types: ['route'], long_name: 'Av. Corrientes' },
        { types: ['locality', 'political'], long_name: 'Buenos Aires' },
      ] };
      const country = { types: ['country', 'political'], address_components: [{ types: ['country'], long_name: 'Argentina' }] };
      return Promise.resolve({ results: location.lat < -34.7 ? [country] : [street, country] });
    }
  }
  class AutocompleteSessionToken {}
  const toPlace = () => ({
    id: 'corrientes-3499',
    async fetchFields({ fields }) {
      if (fields.includes('location')) this.location = latLng(corrientes);
      if (fields.includes('addressComponents'))
        this.addressComponents = [component('street_number', '3499'), component('route', 'Av. Corrientes'), component('locality', 'Buenos Aires')];
      return { place: this };
    },
  });
  const AutocompleteSuggestion = {
    async fetchAutocompleteSuggestions({ input, includedRegionCodes, sessionToken }) {
      if (!(sessionToken instanceof AutocompleteSessionToken)) throw new Error('no session');
      const known = includedRegionCodes.includes('ar') && input.toLowerCase().startsWith('corr');
      return { suggestions: known
        ? [{ placePrediction: { placeId: 'corrientes-3499', text: { text: 'Av. Corrientes 3499, Buenos Aires' }, toPlace } }]
        : [] };
    },
  };
  const event = {
    addListener(target, name, listener) {
      if (target.listeners) target.listeners[name] = listener;
      return { remove() {} };
    },
    removeListener() {},
  };
  const places = { AutocompleteSessionToken, AutocompleteSuggestion };
  const { maps } = window.google;
  Object.assign(maps, { Map, Marker, Geocoder, event, places, importLibrary: async () => maps });
  query.get('callback').split('.').slice(1).reduce((at, name) => at[name], window.google)();
})();`;
