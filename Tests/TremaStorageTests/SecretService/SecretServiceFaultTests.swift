#if os(Linux)
  import Testing
  import TremaTestSupport

  /// Messages in full; a secret in a keyring that cannot be read is never reported as missing.
  @Suite struct SecretServiceFaultTests {
    private static let cannot = "no secret store can be used: Secret Service: "
    private static let locked =
      "the keyring of the Secret Service is locked; it may be unlocked later"
    private static let noKeyring =
      cannot + "there is no default keyring, or it was never unlocked; log in to a desktop, or run"
      + " gnome-keyring-daemon --unlock with its password on standard input"
    private static let noBus =
      cannot + "there is no D-Bus session; log in to a desktop, or run under dbus-run-session"

    @Test func `a missing session bus is an error`() async throws {
      #expect(try await KeyringSession.run("$JUDGE get shop token", bus: false) == [Self.noBus])
      let lines = try await KeyringSession.run(
        "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere $JUDGE get shop token", bus: false)
      #expect(lines == [Self.noBus])
    }

    @Test func `the platform default is the Secret Service or an error`() async throws {
      #expect(try await KeyringSession.run("unlocked; $JUDGE default") == ["Secret Service"])
      let lines = try await KeyringSession.run("$JUDGE default", bus: false)
      #expect(
        lines == [
          Self.noBus
            + "; vault: it requires a passphrase or a key, so it is never chosen automatically; open one"
        ])
    }

    @Test func `a session bus that never answers is an error`() async throws {
      let lines = try await KeyringSession.run(
        """
        $PYTHON - <<'END'
        import os, socket, subprocess
        silent = socket.socket(socket.AF_UNIX)
        silent.bind("silent")
        silent.listen(5)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + os.path.abspath("silent")
        subprocess.run([os.environ["JUDGE"], "--limit", "500", "get", "shop", "token"])
        END
        """, bus: false)
      #expect(lines == [Self.cannot + "no response within 0.5 seconds"])
    }

    @Test
    func `a missing libsecret, or another library under its name, is an error`() async throws {
      let lines = try await KeyringSession.run(
        """
        $JUDGE --library libtrema-none.so.0 get shop token
        $JUDGE --library libc.so.6 get shop token
        """, bus: false)
      #expect(
        lines == [
          Self.cannot
            + "libtrema-none.so.0 is not installed (on Debian: apt-get install libsecret-1-0)",
          Self.cannot + "libc.so.6 has no g_free; it is too old",
        ])
    }

    @Test func `a missing secret service is an error`() async throws {
      // A bus that starts no services.
      let lines = try await KeyringSession.run(
        """
        cat >bus.conf <<END
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:tmpdir=$PWD</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        END
        dbus-run-session --config-file=bus.conf -- $JUDGE get shop token
        """, bus: false)
      #expect(
        lines == [
          Self.cannot
            + "no Secret Service on the D-Bus session; start one, such as gnome-keyring-daemon"
        ])
    }

    @Test func `a keyring that cannot be unlocked for lack of a prompter is an error`() async throws
    {
      let lines = try await KeyringSession.run(
        """
        for verb in "get shop token" "set shop token 00" "list shop" "remove shop token"; do
          $JUDGE $verb
        done
        $JUDGE --quiet get shop token
        """)
      #expect(lines == Array(repeating: Self.noKeyring, count: 5))
    }

    @Test(arguments: ["", "--quiet"])
    func `a locked keyring is an error`(option: String) async throws {
      // Without a display the prompt ends at once.
      let lines = try await KeyringSession.run(
        """
        unlocked
        $JUDGE set shop token 00
        locked
        for verb in "get shop token" "get shop other" "set shop token 01" "set shop other 00" \\
          "list shop" "list none" "remove shop token" "clear shop"; do
          $JUDGE \(option) $verb
        done
        ended
        unlocked
        $JUDGE get shop token
        """)
      #expect(lines == ["set"] + Array(repeating: Self.locked, count: 8) + ["00"])
    }

    @Test func `a service that stops answering is an error`() async throws {
      let lines = try await KeyringSession.run(
        """
        unlocked
        coproc J { $JUDGE --limit 4000 -; }
        ask() { echo "$*" >&${J[1]}; read -r line <&${J[0]}; echo "$line"; }
        ask set shop token 00
        it=$(owner)
        kill -STOP $it
        ask get shop token
        kill -CONT $it
        ask get shop token
        """)
      #expect(lines == ["set", "Secret Service: no response within 4.0 seconds (error 110)", "00"])
    }

    @Test func `a restarted service is used again`() async throws {
      let lines = try await KeyringSession.run(
        """
        unlocked
        coproc J { $JUDGE -; }
        ask() { echo "$*" >&${J[1]}; read -r line <&${J[0]}; echo "$line"; }
        ask set shop token 00
        ended
        unlocked
        ask get shop token
        ask set shop token 01
        ask get shop token
        """)
      #expect(lines == ["set", "00", "set", "01"])
    }

    @Test func `the end of the session bus does not end the process`() async throws {
      let lines = try await KeyringSession.run(
        """
        cat >inner <<'END'
        . ./functions
        unlocked
        coproc J { $JUDGE -; }
        ask() { echo "$*" >&${J[1]}; read -r line <&${J[0]}; echo "$line"; }
        ask set shop token 00
        kill $BUS
        while kill -0 $BUS 2>/dev/null; do sleep 0.02; done
        ask get shop token
        ask get shop token
        END
        sed '/^cat >inner/,$d' script >functions
        exec 3< <(exec dbus-daemon --session --nofork --print-address)
        export BUS=$!
        read -r DBUS_SESSION_BUS_ADDRESS <&3
        export DBUS_SESSION_BUS_ADDRESS
        bash inner
        """, bus: false)
      #expect(lines.count == 3)
      #expect(lines.first == "set")
      #expect(lines.dropFirst().allSatisfy { $0 == Self.noBus })
    }

    @Test func `a name with a NUL is rejected`() async throws {
      let lines = try await KeyringSession.run("unlocked; $JUDGE get shop a%00b | cat -v")
      #expect(
        lines == [
          "the key 'shop/a\\u{0}b': a name in the Secret Service must not contain a NUL"
        ])
    }
  }
#endif
