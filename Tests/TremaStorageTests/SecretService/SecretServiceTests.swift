#if os(Linux)
  import Testing
  import TremaStorageTestSupport

  /// Tests with a real GNOME Keyring on a session bus of their own.
  @Suite struct SecretServiceTests {
    @Test func `the store fulfils the contract of all stores`() async throws {
      let lines = try await KeyringSession.run("unlocked; $JUDGE conformance")
      #expect(lines == StoreBehaviour.all.map { "as it must: \($0)" } + ["all"])
    }

    @Test func `secrets are exchanged with secret-tool in both directions`() async throws {
      let lines = try await KeyringSession.run(
        """
        unlocked
        $JUDGE set com.example.shop token 6772c3bc6e
        secret-tool lookup service com.example.shop username token; echo
        secret-tool search service com.example.shop | grep -v -e created -e modified -e '^\\['
        printf 'from\\ttool' | secret-tool store --label=Tool service com.example.shop username tool
        $JUDGE get com.example.shop tool
        $JUDGE list com.example.shop
        $JUDGE set com.example.shop tool 6e6577
        secret-tool lookup service com.example.shop username tool; echo
        secret-tool search --all service com.example.shop username tool 2>/dev/null | grep -c secret
        $JUDGE remove com.example.shop tool
        secret-tool lookup service com.example.shop username tool || echo absent
        secret-tool clear service com.example.shop username token
        $JUDGE get com.example.shop token
        """)
      #expect(
        lines == [
          "set", "grün", "label = com.example.shop/token", "secret = grün",
          "schema = org.freedesktop.Secret.Generic", "66726f6d09746f6f6c", "token,tool", "set",
          "new", "1", "true", "absent", "absent",
        ])
    }

    @Test func `secrets are exchanged with Python's keyring in both directions`() async throws {
      let lines = try await KeyringSession.run(
        """
        unlocked
        cat >keep.py <<'END'
        import keyring
        from keyring.backends.SecretService import Keyring
        keyring.set_keyring(Keyring())
        import subprocess, os
        def judge(*words):
            return subprocess.run([os.environ["JUDGE"], *words], capture_output=True, text=True).stdout.strip()
        print(judge("set", "shop", "token", "6772c3bc6e"))
        print(keyring.get_password("shop", "token"))
        keyring.set_password("shop", "python", "from python ✓")
        print(bytes.fromhex(judge("get", "shop", "python")).decode())
        print(judge("list", "shop"))
        print(judge("set", "shop", "python", "6e6577"))
        print(keyring.get_password("shop", "python"))
        # Its items have one attribute more than ours, so there are two of the same name now.
        keyring.set_password("shop", "token", "newer")
        print(judge("set", "shop", "token", "6e6577657374"))
        print(keyring.get_password("shop", "token"), bytes.fromhex(judge("get", "shop", "token")).decode())
        print(judge("list", "shop"))
        print(judge("remove", "shop", "token"))
        print(keyring.get_password("shop", "token"), judge("get", "shop", "token"))
        keyring.delete_password("shop", "python")
        print(judge("get", "shop", "python"))
        END
        $PYTHON keep.py
        """)
      #expect(
        lines == [
          "set", "grün", "from python ✓", "python,token", "set", "new", "set", "newest newest",
          "python,token", "true", "None absent", "absent",
        ])
    }

    @Test func `secrets of apps with their own schema are left unchanged`() async throws {
      let lines = try await KeyringSession.run(
        """
        unlocked
        printf theirs | secret-tool store --label=x service shop username token \\
          xdg:schema org.example.Other
        printf theirs | secret-tool store --label=x service shop server mail
        $JUDGE get shop token
        $JUDGE list shop
        $JUDGE set shop token 6f757273
        $JUDGE clear shop
        secret-tool lookup service shop username token xdg:schema org.example.Other; echo
        secret-tool lookup service shop server mail; echo
        $JUDGE list shop
        """)
      #expect(lines == ["absent", "", "set", "cleared", "theirs", "theirs", ""])
    }
  }
#endif
