/** The line as the browser has it, to a server that a story speaks for: `WebSocket`. */
export class FakeConnection {
  static readonly all: FakeConnection[] = [];
  static isUp = true;
  readonly sent: string[] = [];
  binaryType = '';
  onopen = () => {};
  onclose = (_: object) => {};
  onmessage = (_: { data: string }) => {};
  onerror = (_: object) => {};

  constructor(
    readonly address: string,
    readonly protocols: readonly string[] = [],
  ) {
    FakeConnection.all.push(this);
    setTimeout(() => {
      if (!FakeConnection.isUp) return this.onerror(new Error('no line'));
      this.onopen();
      this.says('0{"sid":"e","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}');
    });
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.onclose({});
  }
  says(text: string) {
    this.onmessage({ data: text });
  }
}
